/** Logs are JSON lines on stderr, so that stdout stays free for the output of a command. */
import { pino, type Logger } from 'pino'
import { requestBehind } from './http/request-scope.ts'
import { isLeaving } from './process.ts'

export type Log = Logger

/** @param level one of pino's levels, or 'silent' */
export function openLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      mixin: requestBehind,
      hooks: {
        // jobs that are cut off fail because the database ends, which is no news
        logMethod(args, method) {
          if (!isLeaving()) method.apply(this, args)
        },
      },
      redact: ['ticket', '*.ticket', 'authorization', '*.authorization', 'cookie', '*.cookie'],
    },
    pino.destination({ fd: 2, sync: true }),
  )
}
