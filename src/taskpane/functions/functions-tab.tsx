import { ComingSoon } from '../coming-soon';

export const FunctionsTab = () => <ComingSoon />;
