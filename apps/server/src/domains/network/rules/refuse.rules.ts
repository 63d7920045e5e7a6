import { type Problem, problemParams } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'

/** Refuses with a problem of the network's rules, if there is one. @throws the refusal of that code */
export function refuse(problem: Problem | undefined): void {
  // The type of a problem ties the parameters to its code; the union of all problems loses that.
  if (problem) throw new Refusal(problem.code, problemParams(problem, 'zh-CN') as never)
}
