/** A board as a folder for any web host. */
export const sites = {
  site_needs_folder: 'A site is a folder: name it with --output DIR.',
  site_has_one_format: ({ option }: { option: string }) =>
    `A site has each file in one form. Leave out ${option}.`,
  site_folder_is_file: ({ folder }: { folder: string }) => `${folder} is a file. Name a folder for the site.`,
  site_folder_taken: ({ folder }: { folder: string }) =>
    `${folder} has files, and no earlier site. Name another folder, or empty this one.`,
  site_folder_with_others: ({ folder, file }: { folder: string; file: string }) =>
    `${folder} has an earlier site, and ${file}, which is not part of it and would be lost. Move that file away, or name another folder.`,
  site_not_built: 'The page of sites is not built. Run npm run build first, and then this command again.',
  site_votes_come_in: ({ tries }: { tries: number }) =>
    `The board and its votes were read ${tries} times, and each time votes came in between. Nothing was written. Try again when fewer votes come in.`,
  site_written: ({ folder, arena }: { folder: string; arena: string }) =>
    `Wrote ${folder}: the board of ${arena}, its votes, and a page that recomputes it. Copy the folder to any web host.`,
  site_of_link: ({ arena }: { arena: string }) =>
    `warning: ${arena} is not listed. Whoever can open the folder sees its board and its votes.`,
  site_of_private: ({ arena }: { arena: string }) =>
    `warning: ${arena} is private. Whoever can open the folder sees its board and its votes.`,
}
