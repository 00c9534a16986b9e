import { ComingSoon } from '../coming-soon';

export const ModelsTab = () => <ComingSoon />;
