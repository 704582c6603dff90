/** Lists and objects are written as such in JSON, and as JSON text in a CSV cell. */
type Cell = string | number | boolean | null | undefined | readonly unknown[] | Record<string, unknown>
export type FileRecord = Record<string, Cell>
