import { MAX_FRAME_BYTES } from '@weft/contract'

/** Rounds up, so that a size over a limit is also shown as over it. */
const megabytes = (bytes: number) => `${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB`

/** Returns the reason why a member or a POP keeps its former configuration. */
export const tooLarge = (bytes: number): string =>
  `配置大小为 ${megabytes(bytes)}，超过一次下发的上限 ${megabytes(MAX_FRAME_BYTES)}，未下发；设备继续运行上一份配置`
