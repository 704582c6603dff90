/** When a process began, in a form that tells it from a later one with the same number; null where none runs. */
export function startOf(pid: number): Promise<string | null>

/** The path of the program that a process runs, as far as it says so; empty where none runs. */
export function programOf(pid: number): Promise<string>
