import type * as networkText from '../network.text.ts'
import type { Problem } from './builder-state.ts'

/** A problem in the words of the screen. */
export function problemText(problem: Problem, t: (typeof networkText)['zhCN']): string {
  switch (problem.kind) {
    case 'name_missing':
      return t.nameMissing
    case 'name_long':
      return t.nameLong(problem.max)
    case 'no_member':
      return t.noMember
    case 'software_center':
      return t.softwareCenter
    case 'center_limit':
      return t.centerLimit(problem.n)
    case 'member_limit':
      return t.memberLimit
    case 'unusable':
      return t.unusableOnlyShrinks
  }
}
