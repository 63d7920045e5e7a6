/** jsdom cannot lay text out, as the editor must: in tests it is a plain field. The editor itself is tested in a real browser. */
import { vi } from 'vitest'

vi.mock('../src/features/publication/editor/EditorField.tsx', () => ({
  EditorField: ({ value, onChange, label }: { value?: string; onChange?: (html: string) => void; label: string }) => (
    <textarea aria-label={label} defaultValue={value} onChange={(event) => onChange?.(event.target.value)} />
  ),
}))
