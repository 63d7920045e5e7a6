import { useSuspenseQuery } from '@tanstack/react-query'
import { type Endpoint, type Operator, type OperatorRight, operatorMay, opsContract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Who is at the desk. Suspends until it is known; the frame is shown meanwhile. */
export function useOperator(): Operator {
  return useSuspenseQuery({ ...asking(opsContract.session.info, {}), staleTime: 60_000 }).data
}

/** Whether a call is open to an operator, by what the contract asks for it; reading is everybody's. */
export function mayCall({ role }: Pick<Operator, 'role'>, { access }: Pick<Endpoint, 'access'>): boolean {
  return access === 'operator' || access === 'public' || operatorMay(role, access as OperatorRight)
}

/** The same of whoever is at the desk: what they may not do is not offered. */
export function useMay(): (endpoint: Pick<Endpoint, 'access'>) => boolean {
  const operator = useOperator()
  return (endpoint) => mayCall(operator, endpoint)
}
