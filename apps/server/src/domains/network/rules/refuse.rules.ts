import { type Problem, problemParams } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'

/** Refuses with a problem of the network's rules, if there is one. @throws the refusal of that code */
export function refuse(problem: Problem | undefined): void {
  // A code and what its sentence names belong together by the problem's type, which a union of them loses.
  if (problem) throw new Refusal(problem.code, problemParams(problem, 'zh-CN') as never)
}
