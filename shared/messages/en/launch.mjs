/** Messages of the launchers before a Node that runs TypeScript is installed. launch.d.mts has the types. */
export const launch = {
  wrong_system: 'Deadheat runs on Linux and macOS; on Windows, run it in WSL.',
  node_too_old: ({ version }) => `Deadheat needs Node 20 or newer and this is ${version}: update Node.`,
  node_too_old_here: ({ platform, version }) =>
    `On ${platform} Deadheat needs Node 22.18 or newer and this is ${version}: update Node.`,
  node_does_not_run: ({ node, why }) =>
    `${node} does not run here (${why}): run this with Node 22.18 or newer.`,
  packages_not_installed: ({ folder }) =>
    `The packages could not be installed (see npm's output above). Check the network and the write permissions of ${folder}, then run the command again.`,
  page_not_made:
    "The page could not be built (see Vite's output above). Correct or undo the changes in web/ or shared/.",
  nothing_set_up: ({ folder, why }) =>
    `Nothing can be set up in ${folder} (${why}): run this as a user who may write there.`,
}
