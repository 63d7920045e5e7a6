import { useMutation } from '@tanstack/react-query'
import { type Endpoint, refusals, type SentBy } from '@weft/contract'
import { ApiRefusal, download, saveFile, toast } from '@weft/ui'

/** Saves what an endpoint answers as a file. Says `done` once it is saved, and shows a warning if there is nothing to save. */
export const useFileExport = <E extends Endpoint>(endpoint: E, done: string) =>
  useMutation({
    mutationFn: (asked: SentBy<E>) => download(endpoint, asked, { handled: [refusals.exportEmpty.code] }),
    onSuccess: ({ blob, file_name }) => {
      saveFile(blob, file_name)
      toast.success(done)
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === refusals.exportEmpty.code) toast.warning(error.msg)
    },
  })
