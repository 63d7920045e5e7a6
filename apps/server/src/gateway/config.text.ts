import { MAX_FRAME_BYTES } from '@weft/contract'

/** Never less than it is, so that what is over a limit reads so. */
const megabytes = (bytes: number) => `${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB`

/** Why a member or a POP goes on with the configuration before. */
export const tooLarge = (bytes: number): string =>
  `配置大小为 ${megabytes(bytes)}，超过一次下发的上限 ${megabytes(MAX_FRAME_BYTES)}，未下发；设备继续运行上一份配置`
