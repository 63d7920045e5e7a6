import { lazy, Suspense } from 'react'
import { answerProof, useProofAsked } from '../../shared/verification/proof.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('../../shared/verification/IdentityDialog.tsx')).IdentityDialog }))

/** Shows the dialog in which a person proves their identity, whenever a call asks for that. */
export function IdentityWatch() {
  if (!useProofAsked()) return null
  return (
    <Suspense>
      <IdentityDialog onAnswer={answerProof} />
    </Suspense>
  )
}
