import { lazy, Suspense } from 'react'
import { answerProof, useProofAsked } from '../../shared/verification/proof.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('../../shared/verification/IdentityDialog.tsx')).IdentityDialog }))

/** Shows the identity verification dialog whenever a call requires it. */
export function IdentityWatch() {
  if (!useProofAsked()) return null
  return (
    <Suspense>
      <IdentityDialog onAnswer={answerProof} />
    </Suspense>
  )
}
