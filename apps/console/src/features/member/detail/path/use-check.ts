import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberCheck } from '@weft/contract'
import { ApiRefusal, call } from '@weft/ui'

/** Has a member's device measure its way to its networks. */
export interface Check {
  start: () => void
  running: boolean
  /** The newest measurement; undefined before the first. */
  result: MemberCheck | undefined
  /** Why the last one failed: the server's sentence, '' for none. */
  problem: string | undefined
}

export function useCheck(router_name: string): Check {
  const queries = useQueryClient()
  const asked = useMutation({
    mutationFn: () => call(contract.memberRecords.check, { router_name }, { quiet: true, missing: 'stay' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [contract.memberRecords.path.path] }),
  })
  return {
    start: () => asked.mutate(),
    running: asked.isPending,
    result: asked.data,
    problem: asked.error ? (asked.error instanceof ApiRefusal ? asked.error.msg : '') : undefined,
  }
}
