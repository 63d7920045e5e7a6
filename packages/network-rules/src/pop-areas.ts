import type { Problem } from './problem.ts'

/** A backup area is offered with more areas than these (specification 2 §4). */
const AREAS_WITHOUT_BACKUP = 2

/** Whether a member may have a backup area, by the areas of the POP resource and its main one. */
export const offersBackup = (areas: number, main: string | null | undefined): boolean => areas > AREAS_WITHOUT_BACKUP && main != null

/** Returns what is wrong with a backup area, undefined where there is none. */
export function backupAreaProblem(areas: number, main: string | null, backup: string | null): Problem | undefined {
  if (backup === null) return undefined
  if (!offersBackup(areas, main)) return { code: 'popBackupNotOffered', with: undefined }
  return main === backup ? { code: 'popAreasSame', with: undefined } : undefined
}
