/** Whether the members of a directory are synchronised by hand, which automatic synchronisation replaces. */
export const syncsByHand = ({ sync_mode }: { sync_mode?: 1 | 2 | null | undefined }): boolean => sync_mode !== 2
