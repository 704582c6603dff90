/**
 * Transfer: everything that enters or leaves an arena as a file. An import is one transaction, and the same file again
 * adds nothing. An export is a stream. It leaves out texts on which people still vote, unless an operator asks for them.
 */
export {
  ARENA_FILES,
  ArenaFileError,
  arenaFileRoutes,
  checkArena,
  dryRun,
  problemText,
  setUpArena,
  publicAgain,
} from './arena-file/index.ts'
export type { ArenaPlan } from './arena-file/index.ts'
export { arenaAsFiles } from './arena-file/arena-as-files.ts'
export { importArchive, isArchive, archiveOf } from './archive.ts'
export { duplicateArena, duplicateRoutes } from './duplicate-arena.ts'
export { seedDemo } from './seed-demo.ts'
export { dataCard } from './export/data-card.ts'
export { exportFile, EXPORTS } from './export/export-file.ts'
export { FORMATS } from './export/write-records.ts'
export { builtSite, siteContent, siteFiles } from './site-files.ts'
export type { SiteContent } from './site-files.ts'
export { promptsOfPosts } from './prompts-of-posts.ts'
export { importInto } from './import/import-into.ts'
export type { ImportStep } from './import/import-into.ts'
export { importRoutes, isImport } from './import/routes.ts'
export { requireKind, openImport } from './import/read-import.ts'
export { lookAt } from './import/look-at.ts'
export { detectKind } from './formats/detect-kind.ts'
export { openFile } from './formats/open-file.ts'
export type { ImportResult } from './import/arena-import.ts'
export { exchangeRoutes } from './routes.ts'
