/**
 * The longest packet inside a tunnel, in bytes: with any of the ciphers and `tap` it is at most 1,492 bytes long outside, which a line with PPPoE
 * carries. The kernel divides longer ones, or answers that they are too long.
 */
export const TUNNEL_MTU = 1380
