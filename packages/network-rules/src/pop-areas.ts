import type { Problem } from './problem.ts'

/** A backup area is offered if the POP resource has more areas than this (specification 2 §4). */
const AREAS_WITHOUT_BACKUP = 2

/** Returns whether a member may have a backup area, by the number of the POP resource's areas and the member's main one. */
export const offersBackup = (areas: number, main: string | null | undefined): boolean => areas > AREAS_WITHOUT_BACKUP && main != null

/** Returns the problem of a backup area, undefined if no backup area is set. */
export function backupAreaProblem(areas: number, main: string | null, backup: string | null): Problem | undefined {
  if (backup === null) return undefined
  if (!offersBackup(areas, main)) return { code: 'popBackupNotOffered', with: undefined }
  return main === backup ? { code: 'popAreasSame', with: undefined } : undefined
}
