import type { launch as en } from '../en/launch.mjs'

export const launch: typeof en = {
  wrong_system: 'Deadheat läuft auf Linux und macOS; unter Windows in WSL.',
  node_too_old: ({ version }) =>
    `Deadheat braucht Node 20 oder neuer, und dies ist ${version}: Node aktualisieren.`,
  node_too_old_here: ({ platform, version }) =>
    `Auf ${platform} braucht Deadheat Node 22.18 oder neuer, und dies ist ${version}: Node aktualisieren.`,
  node_does_not_run: ({ node, why }) =>
    `${node} läuft hier nicht (${why}): mit Node 22.18 oder neuer ausführen.`,
  packages_not_installed: ({ folder }) =>
    `Die Pakete ließen sich nicht installieren (siehe die Ausgabe von npm darüber). Netz und Schreibrechte von ${folder} prüfen, dann den Befehl noch einmal ausführen.`,
  page_not_made:
    'Die Seite ließ sich nicht bauen (siehe die Ausgabe von Vite darüber). Die Änderungen in web/ oder shared/ berichtigen oder zurücknehmen.',
  nothing_set_up: ({ folder, why }) =>
    `In ${folder} lässt sich nichts einrichten (${why}): als Benutzer ausführen, der dort schreiben darf.`,
}
