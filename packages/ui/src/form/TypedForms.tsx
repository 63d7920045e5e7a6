import { Form } from 'antd'
import type { ReactNode } from 'react'

/** Tells when the first field of the forms within is typed into or chosen. The steps of a wizard have a form each. */
export function TypedForms({ onTyped, children }: { onTyped: () => void; children: ReactNode }) {
  return (
    <Form.Provider onFormChange={(_, { changedFields }) => changedFields.some(({ touched }) => touched) && onTyped()}>
      {children}
    </Form.Provider>
  )
}
