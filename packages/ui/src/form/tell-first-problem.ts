import { toast } from '../toast/toast.ts'

/** For a form's `onFinishFailed`: shows the error of the first wrong field as a toast as well (docs/design/screens.md §16.13). */
export function tellFirstProblem({ errorFields: [first] }: { errorFields: { errors: string[] }[] }): void {
  if (!first?.errors[0]) return
  toast.removeProblems()
  toast.error(first.errors[0])
}
