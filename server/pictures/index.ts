/**
 * Pictures: those of prompts and answers, as PNG, JPEG or WebP without metadata. An arena stores each once, under a random
 * name that says nothing about its contestant. Texts name it `![description](picture:NAME)`. Nothing is fetched from
 * elsewhere, and a picture goes with the last text that names it.
 */
export { isPicture, readPicture } from './read-picture.ts'
export type { Picture } from './read-picture.ts'
export { PictureTaker, inAnswer, inPrompt, pictureBeside } from './picture-taker.ts'

export { namedPictures, PictureStage, placedIn, readPictures, removeUnusedPictures } from './picture-stage.ts'
export type { ReadPictures } from './picture-stage.ts'
export { pictureRoutes } from './routes.ts'
