/** Draws SVG as PNG, outside of the thread that serves requests. */
import { answerTasks } from '../../platform/jobs/thread.ts'
import { renderPng } from './render-png.ts'

answerTasks(renderPng, ({ buffer }) => [buffer])
