import { useText } from '@weft/ui'
import { Skeleton } from 'antd'
import { type ComponentProps, lazy, Suspense } from 'react'
import * as text from './editor.text.ts'

const RichEditor = lazy(() => import('./RichEditor.tsx'))

/** The editor as a field of a form, fetched once a page shows one. */
export function EditorField(props: ComponentProps<typeof RichEditor>) {
  const t = useText(text)
  return (
    <Suspense
      fallback={
        <div role="status" aria-label={t.loading}>
          <Skeleton active paragraph={{ rows: 6 }} />
        </div>
      }
    >
      <RichEditor {...props} />
    </Suspense>
  )
}
