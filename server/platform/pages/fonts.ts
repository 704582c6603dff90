import { access, constants } from 'node:fs/promises'
import { msg } from '../../../shared/messages/index.ts'
import { SetupError } from '../setup-error.ts'

/**
 * Checks the font files of the settings.
 * @throws {SetupError} naming the first that cannot be read
 */
export async function requireReadable(fonts: readonly string[]): Promise<void> {
  for (const file of fonts)
    await access(file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
      throw new SetupError(
        msg('setting_file_unread', {
          setting: 'DEADHEAT_FONTS',
          file,
          code: code ?? 'unknown',
          wanted: 'font files (TTF or OTF), split by commas',
        }),
      )
    })
}

/** Checks a program of the settings. @throws {SetupError} if there is one and it cannot be run */
export async function requireRunnable(path: string): Promise<void> {
  if (path === '') return
  await access(path, constants.X_OK).catch(() => {
    throw new SetupError(msg('chromium_named_not_run', { path }))
  })
}
