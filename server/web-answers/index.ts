/**
 * Web answers: HTML pages and SVG pictures that contestants wrote, run in a frame instead of shown as source, in arenas
 * with `webAnswers: on`. Always holds: what runs there has an origin of its own, reaches no network and no page of
 * Deadheat, opens nothing, and is never part of a page itself. The browser writes the text into an empty frame, so no
 * address serves an answer as a page.
 */
import { drawAnswers } from './draw-answers.ts'
import { removeStaleFolders } from './draw-page.ts'
import { webAnswerRoutes } from './routes.ts'

export const webAnswers = { routes: webAnswerRoutes, beforeWork: removeStaleFolders, drawAnswers }
