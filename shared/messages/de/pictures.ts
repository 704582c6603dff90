import type { pictures as en } from '../en/pictures.ts'

export const pictures: typeof en = {
  picture_wrong: ({ picture, wrong }) => `das Bild ${picture} ${wrong}`,
  picture_large: ({ megabytes }) => `hat mehr als ${megabytes} MB; kleiner angeben`,
  picture_wide: ({ width, height, side, megapixels }) =>
    `hat ${width} × ${height} Pixel; höchstens ${side} je Seite und insgesamt ${megapixels} Millionen angeben`,
  picture_svg: 'ist SVG, das Programme ausführen kann; als PNG, JPEG oder WebP angeben',
  picture_of_other_format: 'ist weder PNG noch JPEG noch WebP, wie immer es heißt; in eines davon umwandeln',
  picture_damaged: 'ist beschädigt oder abgeschnitten; neu exportieren',
  picture_moves: 'bewegt sich; ein unbewegtes Bild angeben',
  picture_not_base64: 'ist nicht in base64 geschrieben; data:image/png;base64, und dann die Bytes schreiben',
  pictures_of_text_many: ({ count, most }) =>
    `${count} Bilder in einem Prompt oder einer Antwort; höchstens ${most} angeben`,
  pictures_of_arena_many: ({ count, megabytes, most, mostMegabytes }) =>
    `Die Arena hätte ${count} Bilder mit ${megabytes} MB; erlaubt sind ${most} mit ${mostMegabytes} MB. Kleinere oder weniger Bilder angeben.`,
  pictures_missing: ({ file, count, first }) =>
    count === 1
      ? `${file}: Das Bild „${first}“ liegt nicht daneben, deshalb zeigen die Texte dort einen Link. Es dazulegen oder mitschicken.`
      : `${file}: ${count} Bilder, zum Beispiel „${first}“, liegen nicht daneben, deshalb zeigen die Texte dort Links. Sie dazulegen oder mitschicken.`,
  no_such_picture: 'Dieses Bild gibt es hier nicht.',
}
