import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../../server/platform/config/config.ts'
import { requireReadable } from '../../../server/platform/pages/fonts.ts'
import { pageRenderer } from '../../../server/platform/pages/page.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import type { ViewRequest } from '../../../server/ratings/index.ts'
import { RowProblems } from '../../../server/transfer/formats/complaints.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { allVotes } from '../../../server/transfer/formats/votes.ts'
import { builtSite, siteFiles, type SiteContent } from '../../../server/transfer/index.ts'
import { countsVotes } from '../../../server/transfer/verify/verify-board.ts'
import { votingClosedSince } from '../../../shared/contracts/source.ts'
import { SITE_FILES } from '../../../shared/contracts/page.ts'
import type { ArenaDetail, Board, VoteRow } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { arenaPath, fetchBoard, fetchExport, withServer, type Remote } from '../remote/server.ts'
import { OutsideError, UsageError } from '../terminal/errors.ts'
import { printNote, resolveFilePath, type Terminal } from '../terminal/terminal.ts'
import { refuseUnwritten, requireOwnFolder } from '../terminal/write-file.ts'

/** By this file, a folder is known as a site, which the next export may overwrite. */
const SITE = 'site.json'

/** How often board and votes are read until they fit, and how long to wait in between. */
const TRIES = 10
const WAIT_MS = 500

/**
 * Writes a board as a folder for any web host. Its page recomputes the board from the votes beside it.
 * @throws {UsageError} if the folder has other files or cannot be written
 * @throws {OutsideError} if the page is not built, or board and votes never fit each other
 */
export async function exportSite(
  terminal: Terminal,
  slug: string,
  folder: string,
  view: ViewRequest,
): Promise<void> {
  if (folder === '-')
    throw new UsageError(msg('missing_argument', { what: 'the folder of the site', ways: ['--output DIR'] }))
  await withServer(terminal, (remote) => writeSite(terminal, folder, remote, slug, view))
}

async function writeSite(
  terminal: Terminal,
  output: string,
  remote: Remote,
  slug: string,
  view: ViewRequest,
): Promise<void> {
  const { fonts } = readConfig(terminal.env)
  await requireReadable(fonts)
  const [built, renderer] = await Promise.all([builtSite(), pageRenderer({ warn: () => {} })])
  if (!built || !renderer) throw new OutsideError(msg('page_not_built'))
  const path = resolveFilePath(terminal, output)
  await requireOwnFolder(path, output, SITE)
  const { visibility } = await writeFiles(path).catch((error: unknown) => refuseUnwritten(error, output))
  printNote(
    terminal,
    `Wrote ${output}: the board of ${slug}, its votes, and a page that recomputes it. Copy the folder to any web host.`,
  )
  if (visibility !== 'public')
    printNote(
      terminal,
      `warning: ${slug} is ${visibility === 'link' ? 'not listed' : 'private'}. Whoever can open the folder sees its board and its votes.`,
    )

  async function writeFiles(folder: string): Promise<SiteContent> {
    const content = await writeFitting(remote, slug, view, join(folder, SITE_FILES.votes))
    const files = await siteFiles(built!, renderer!, content, fonts)
    files.set(SITE, `${JSON.stringify({ arena: content.slug, version: VERSION }, null, 2)}\n`)
    for (const [name, text] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return content
  }
}

/** Writes the votes that a board counts, and returns the board. */
async function writeFitting(
  remote: Remote,
  slug: string,
  view: ViewRequest,
  votesFile: string,
): Promise<SiteContent> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (attempt > 1) await sleep(WAIT_MS)
    const content = await siteContent(remote, slug, view)
    const text = await fetchExport(remote, slug, 'votes.jsonl', view)
    // a refusal leaves no folder behind
    if (!existsSync(dirname(votesFile))) await mkdir(dirname(votesFile))
    await pipeline(Readable.from(text), createWriteStream(votesFile, { flush: true }))
    const board = JSON.parse(content.board) as Board
    if (countsVotes(board, await votesIn(votesFile))) return content
  }
  throw new OutsideError(
    `The board and its votes were read ${TRIES} times, and each time votes came in between. Try again when fewer votes come in.`,
  )
}

async function votesIn(path: string): Promise<VoteRow[]> {
  if ((await stat(path)).size === 0) return []
  return allVotes(await openFile(path), new RowProblems(true, SITE_FILES.votes))
}

/** The board of a view for a static site. */
async function siteContent(remote: Remote, slug: string, view: ViewRequest): Promise<SiteContent> {
  const arena = await remote.json<ArenaDetail>(arenaPath(slug))
  const board = await fetchBoard(remote, slug, view)
  return {
    slug,
    title: arena.title,
    question: arena.description,
    visibility: arena.visibility,
    closedAt: votingClosedSince(arena, Date.now(), board.view.source),
    board: JSON.stringify(board),
  }
}
