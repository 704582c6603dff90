/** Where notices go, as the environment says. */
import { msg } from '../../shared/messages/index.ts'
import type { NoticeFormat } from '../../shared/contracts/index.ts'
import type { Config } from './config.ts'
import { SetupError } from './setup-error.ts'
import { signingKey } from './signing-key.ts'

export interface NoticeAddress {
  /** It may contain a secret, as the addresses of Slack do: never log or show more than its host. */
  url: string
  /** Signs what is sent. Null: unsigned, in the format of Slack alone. */
  key: Buffer | null
  format: NoticeFormat
  language: 'en' | 'de'
}

/** @throws {SetupError} if a webhook has no key to sign with */
export function noticeAddress({
  noticesUrl: url,
  noticesSecret: secret,
  noticesFormat: format,
  noticesLanguage: language,
}: Pick<Config, 'noticesUrl' | 'noticesSecret' | 'noticesFormat' | 'noticesLanguage'>): NoticeAddress | null {
  if (url === '') return null
  if (secret === '' && format === 'json') throw new SetupError(msg('notices_unsigned'))
  return { url, key: secret === '' ? null : signingKey(secret), format, language }
}
