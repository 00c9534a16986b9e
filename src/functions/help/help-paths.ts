/** The help page of a function, relative to the add-in's address. */
export const helpPath = (id: string): string => `help/${id.toLowerCase()}.html`;

/** What the pane shows of it. */
export const detailsPath = (id: string): string => `help/${id.toLowerCase()}.json`;

export const SCRIPT_PATH = 'help/help.js';
