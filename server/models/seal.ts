/**
 * Seals keys of providers: AES-256-GCM with a key of the data folder, which no database, backup or export has. A sealed key
 * opens under the name of its variable alone.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readSecretFile, secretFile } from '../platform/config/secrets.ts'
import { ProblemError } from '../platform/problem.ts'

const [ALGORITHM, KEY_BYTES, NONCE_BYTES, TAG_BYTES] = ['aes-256-gcm', 32, 12, 16] as const

/** Where the key is from that seals. */
export interface Sealing {
  dataDir: string
  /** DEADHEAT_SEALING_KEY; empty: a file of the data folder. */
  configured: string
}

const keyFile = (dataDir: string) => join(dataDir, 'sealing-key')

/** Every secret becomes a key of its own purpose: HKDF of RFC 5869. */
const keyFrom = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'keys of model providers', KEY_BYTES))

/**
 * The key that seals, made where there is none.
 * @throws {ProblemError} folder_not_writable, naming the file that cannot be read or written
 */
export async function sealingKey({ dataDir, configured }: Sealing): Promise<Buffer> {
  if (configured) return keyFrom(configured)
  const path = keyFile(dataDir)
  const text = await secretFile(path, () => randomBytes(KEY_BYTES).toString('base64url')).catch(
    ({ code }: NodeJS.ErrnoException) => {
      throw new ProblemError(
        'folder_not_writable',
        `Cannot use ${path} (${code}): it seals the keys of providers. Make it readable and its folder writable. Or set DEADHEAT_SEALING_KEY, or the provider's own variable, and start the server again.`,
      )
    },
  )
  return keyFrom(text)
}

/**
 * The key that seals; null: there is none.
 * @throws {NodeJS.ErrnoException} if the file cannot be read now
 */
export async function knownSealingKey({ dataDir, configured }: Sealing): Promise<Buffer | null> {
  const secret = configured || (await readSecretFile(keyFile(dataDir)))
  return secret === '' ? null : keyFrom(secret)
}

/** @returns nonce, tag and text, one after the other */
export function seal(text: string, variable: string, key: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(variable),
  )
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** The text that was sealed; null: with another key, for another variable, or it was changed since. */
export function unseal(sealed: Buffer, variable: string, key: Buffer): string | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(variable))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return (
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return null
  }
}
