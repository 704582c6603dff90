/** What a reader types before the name of a command of the terminal. vite.config.ts has it, and the package another. */
declare const DEADHEAT_COMMAND: string
