/** What is wrong with a picture in a prompt or an answer. */
export const pictures = {
  /** `wrong` is the end of the sentence. */
  picture_wrong: ({ picture, wrong }: { picture: string; wrong: string }) =>
    `the picture ${picture} ${wrong}`,
  picture_large: ({ megabytes }: { megabytes: number }) => `has more than ${megabytes} MB; give it smaller`,
  picture_wide: ({
    width,
    height,
    side,
    megapixels,
  }: {
    width: number
    height: number
    side: number
    megapixels: number
  }) =>
    `has ${width} × ${height} pixels; give it with at most ${side} on a side and ${megapixels} million in all`,
  picture_svg: 'is SVG, which can run programs; give it as PNG, JPEG or WebP',
  picture_of_other_format: 'is neither PNG, JPEG nor WebP, whatever its name says; convert it to one of them',
  picture_damaged: 'is damaged or cut off; export it again',
  picture_moves: 'moves; give one still picture',
  picture_not_base64: 'is not written in base64; write data:image/png;base64, and its bytes',
  pictures_of_text_many: ({ count, most }: { count: number; most: number }) =>
    `${count} pictures in one prompt or answer; give at most ${most}`,
  pictures_of_arena_many: ({
    count,
    megabytes,
    most,
    mostMegabytes,
  }: {
    count: number
    megabytes: number
    most: number
    mostMegabytes: number
  }) =>
    `The arena would have ${count} pictures with ${megabytes} MB; it can have ${most} with ${mostMegabytes} MB. Give smaller pictures, or fewer.`,
  pictures_missing: ({ file, count, first }: { file: string; count: number; first: string }) =>
    `${file}: ${count === 1 ? `the picture "${first}" is` : `${count} pictures, such as "${first}", are`} not beside it, so the texts show a link instead. Put ${count === 1 ? 'it' : 'them'} there, or send ${count === 1 ? 'it' : 'them'} too.`,
  no_such_picture: 'There is no such picture here.',
}
