/** When a process began, in a form that tells it from a later one with the same number; null where none runs. */
export function processStartTime(pid: number): Promise<string | null>

/** The path of the program that a process runs, as far as it says so; empty where none runs. */
export function processCommand(pid: number): Promise<string>

/**
 * Sends this process SIGHUP when the npm that runs it is killed: npm passes signals on, but cannot pass on its own death.
 * Without npm, and for a program that npm's script left running in the background, it does nothing.
 */
export function sendHangupWithNpm(): Promise<void>

/** Whether a process has this number, of whatever user. */
export function isProcessAlive(pid: number): boolean
