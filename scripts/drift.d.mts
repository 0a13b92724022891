export function schemaDrift(url: string, datamodel: string): Promise<string | undefined>;
export function clockFault(url: string): Promise<string | undefined>;
