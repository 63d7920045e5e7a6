import { useMutation } from '@tanstack/react-query'
import { contract, refusals, type SentBy } from '@weft/contract'
import { ApiRefusal, download, saveFile, toast } from '@weft/ui'

/** Saves operations of the log as a file. Says `done` once it is saved, and shows a warning if there are none. */
export const useOperationExport = (done: string) =>
  useMutation({
    mutationFn: (asked: SentBy<typeof contract.operationLog.file>) =>
      download(contract.operationLog.file, asked, { handled: [refusals.exportEmpty.code] }),
    onSuccess: ({ blob, file_name }) => {
      saveFile(blob, file_name)
      toast.success(done)
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === refusals.exportEmpty.code) toast.warning(error.msg)
    },
  })
