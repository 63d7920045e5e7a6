import { toast } from '../toast/toast.ts'

/** For a form's `onFinishFailed`: what stands at the first wrong field is said as a toast as well (docs/design/screens.md §16.13). */
export function tellFirstProblem({ errorFields: [first] }: { errorFields: { errors: string[] }[] }): void {
  if (first?.errors[0]) toast.error(first.errors[0])
}
