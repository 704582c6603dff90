export declare const launch: {
  wrong_system: string
  node_too_old: (values: { version: string }) => string
  node_too_old_here: (values: { platform: string; version: string }) => string
  node_does_not_run: (values: { node: string; why: string }) => string
  packages_not_installed: (values: { folder: string }) => string
  page_not_made: string
  nothing_set_up: (values: { folder: string; why: string }) => string
}
