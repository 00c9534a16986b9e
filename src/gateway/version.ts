import project from '../../package.json';

export const version = project.version;

/** As programs outside browsers name themselves to a service: "md-for-excel/1.0.0". */
export const userAgent = (ofProduct: string): string => `md-for-excel/${ofProduct}`;
