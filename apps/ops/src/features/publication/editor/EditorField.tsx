import { Skeleton, useText } from '@weft/ui'
import { type ComponentProps, lazy, Suspense } from 'react'
import './editor-loading.css'
import * as text from './editor.text.ts'

const RichEditor = lazy(() => import('./RichEditor.tsx'))

/** Shows the editor as a form field, loaded when a page first shows one. */
export function EditorField(props: ComponentProps<typeof RichEditor>) {
  const t = useText(text)
  return (
    <Suspense
      fallback={
        <div className="desk-editor-loading" role="status" aria-label={t.loading}>
          <Skeleton paragraph={{ rows: 6 }} />
        </div>
      }
    >
      <RichEditor {...props} />
    </Suspense>
  )
}
