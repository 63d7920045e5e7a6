import { useMutation } from '@tanstack/react-query'
import { contract, type SentBy } from '@weft/contract'
import { download, saveFile } from '@weft/ui/api/download.ts'

/** Returns a mutation that downloads and saves the profile of a member. */
export const useProfileDownload = (onSaved?: () => void) =>
  useMutation({
    mutationFn: (profile: SentBy<typeof contract.memberFiles.profile>) =>
      download(contract.memberFiles.profile, profile, { missing: 'stay' }),
    onSuccess: ({ blob, file_name }) => {
      saveFile(blob, file_name)
      onSaved?.()
    },
  })
