import type { sites as en } from '../en/sites.ts'

export const sites: typeof en = {
  site_needs_folder: 'Eine Website ist ein Ordner: mit --output ORDNER angeben.',
  site_has_one_format: ({ option }) =>
    `Eine Website enthält jede Datei in einer festen Form. ${option} weglassen.`,
  site_folder_is_file: ({ folder }) => `${folder} ist eine Datei. Für die Website einen Ordner angeben.`,
  site_folder_taken: ({ folder }) =>
    `${folder} enthält Dateien, aber keine frühere Website. Einen anderen Ordner angeben oder diesen leeren.`,
  site_folder_with_others: ({ folder, file }) =>
    `${folder} enthält eine frühere Website und ${file}. Diese Datei gehört nicht dazu und ginge verloren. Sie woanders ablegen oder einen anderen Ordner angeben.`,
  site_not_built:
    'Die Seite für Websites ist nicht gebaut. Zuerst npm run build ausführen, dann diesen Befehl noch einmal.',
  site_votes_come_in: ({ tries }) =>
    `Rangliste und Stimmen wurden ${tries}-mal gelesen, und jedes Mal kamen dazwischen Stimmen an. Nichts wurde geschrieben. Noch einmal versuchen, wenn weniger Stimmen ankommen.`,
  site_written: ({ folder, arena }) =>
    `${folder} geschrieben: die Rangliste von ${arena}, ihre Stimmen und eine Seite, die sie neu berechnet. Den Ordner auf einen beliebigen Webserver kopieren.`,
  site_of_link: ({ arena }) =>
    `Warnung: ${arena} steht in keiner Liste. Wer den Ordner öffnen kann, sieht Rangliste und Stimmen.`,
  site_of_private: ({ arena }) =>
    `Warnung: ${arena} ist privat. Wer den Ordner öffnen kann, sieht Rangliste und Stimmen.`,
}
