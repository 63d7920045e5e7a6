import type { FormInstance } from 'antd'
import { ApiRefusal } from '../api/refusal.ts'

type Path = (string | number)[]

/** Returns a wire path as a form path: `prefix.0.ip` becomes `['prefix', 0, 'ip']`. */
const pathOf = (field: string): Path => field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Returns the form's field for a path: the path itself, or the nearest one that contains it. */
function fieldFor(form: FormInstance, path: Path): Path {
  for (let length = path.length; length > 0; length--) {
    const head = path.slice(0, length)
    if (form.getFieldInstance(head)) return head
  }
  return path
}

/**
 * Shows the server's field errors in the form and focuses the first of them.
 * @param names the form's names of fields that differ from those on the wire
 * @returns whether there was one; otherwise the refusal is about the whole form
 */
export function applyFieldErrors(form: FormInstance, error: unknown, names: Record<string, string> = {}): boolean {
  if (!(error instanceof ApiRefusal)) return false
  const fields = new Map<string, { name: Path; errors: string[] }>()
  for (const { field, msg } of error.errors) {
    const name = fieldFor(form, pathOf(names[field] ?? field))
    const known = fields.get(name.join('.'))
    if (known) known.errors.push(msg)
    else fields.set(name.join('.'), { name, errors: [msg] })
  }
  const [first] = fields.values()
  if (!first) return false
  form.setFields([...fields.values()])
  form.focusField(first.name)
  return true
}
