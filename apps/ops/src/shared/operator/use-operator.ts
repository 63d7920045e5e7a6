import { useSuspenseQuery } from '@tanstack/react-query'
import { type Endpoint, type Operator, type OperatorRight, operatorMay, opsContract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Returns the signed-in operator. Suspends until it is known; the frame is shown meanwhile. */
export function useOperator(): Operator {
  return useSuspenseQuery({ ...asking(opsContract.session.info, {}), staleTime: 60_000 }).data
}

/** Returns whether an operator may make a call, by the access in its contract; every operator may read. */
export function mayCall({ role }: Pick<Operator, 'role'>, { access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'operator' || access === 'public' || operatorMay(role, access as OperatorRight)
}

/** Returns `mayCall` for the signed-in operator: what they may not do is not offered. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
  const operator = useOperator()
  return (endpoint) => mayCall(operator, endpoint)
}
