// Public keys that ssh-keygen and gpg made, with the fingerprints that they print.

export const sshKeys = {
  ed25519: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEGrKVLLJ3I0rresOPMmwozIX1OUniygP8bf7LVXslMG rita@loom',
  rsa: 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCg+7sd8H+DnnSrRZxB136IA/JJiIQ0lWmNGDEKyDfZyKQxvUHsqpXjTtNZ9Wwg80xEHw+64qXsuyO6bkeecUrJi3Mxy+1gN3Tf9cNjFJWJ3+cIOtMFJ1VoMvHnIsGX1PPL13dmCF+DJYSBGXyonTdFaADtukyKphYu4hpZXP32QJfd5TMlvzEdHG+v4xDjrBGPNikDim90/IFSCI3+4ZvG1/rxAaBNkNhe4x/BT0PCx5nmhmmh1R6HMiVflufLWv6PvYa9Fplf4zKSNFoRJZq5zc9pbZpTlQAx0gpmJL0y+feqvQM8rzEloBsONE2dvedQmcgKHRv0w6HXAMZGhtwp rita@loom',
  ecdsa:
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBOsS17MkmGdTrYO1LUoHxMatQuk7b3uMtXBgkCcWUbysBPxtH15VoJAVj4wFMBZgaUUQhrLOQOr6zfuO2yTJpiA= rita@loom',
  ecdsa521:
    'ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAFuQPcRtgcwDv3Yx5W9FK5nJDD4Ds5X8qK36r4QWFdBEnFlxbHTz10OxcKFyrJlpbzNuBExal2qbFsFGZO/b/4NbgEoQr+KAVtlkINS7ReMS/wjA74iiBQPK98JQ4AtSjXCiAlwAtJlw2fXyf6BE/qwObTSl7mkVTJ6k1QdHrWHpsnMzw== rita@loom',
} as const

export const sshFingerprints: Readonly<Record<keyof typeof sshKeys, string>> = {
  ed25519: 'SHA256:+VjMVxrcImorI+jDFj/QBsuRDhIkKGuPW5MjkE3pxD0',
  rsa: 'SHA256:Qzm4fbnYauAWtAm26cUzceCl62hg+HOniboav6/uTqs',
  ecdsa: 'SHA256:S5VqDMXNR9RuZEy0GIFwLVZQpbAY9ahzJc2tjIvMf0E',
  ecdsa521: 'SHA256:e6Is1ZyVAKi/xIzkQj2bwwrVHaVuOl0YwXQUJCUjk8Q',
}

/** The key of Rita <rita@weft.test> and Rita at home <rita@home.test>, with a subkey for encryption. */
export const gpgKey = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawKZYxYJKwYBBAHaRw8BAQdAx8mrJi7yBgYLigExxu0sLa1MiMJRhfoeDlYD
M8IXqK20FVJpdGEgPHJpdGFAd2VmdC50ZXN0PoiQBBMWCAA4FiEEpgCdaMMfi2Cp
c3LOQMzmii7V0aMFAmsCmWMCGwMFCwkIBwIGFQoJCAsCBBYCAwECHgECF4AACgkQ
QMzmii7V0aPPZQD/Vli2g9pUskp8DrtsJnz6UOouNLy1l+SNbxC6rMXIBdIA/0gf
31so0JpKIQaNxpHvKRE0zpm/XABTkudhKAjB5soPtB1SaXRhIGF0IGhvbWUgPHJp
dGFAaG9tZS50ZXN0PoiQBBMWCAA4FiEEpgCdaMMfi2Cpc3LOQMzmii7V0aMFAmsC
mWMCGwMFCwkIBwIGFQoJCAsCBBYCAwECHgECF4AACgkQQMzmii7V0aOL2gD/YVhy
Wz6ZIyqwevT2za6Yyqha2lz70u5KOC8Fxz7G6zIBANv0v4uZv0ygizEGSiBPcRDE
uv6Lw86NAIZGehGQPw0JuDgEawKZYxIKKwYBBAGXVQEFAQEHQPbhmh0ePxk0LlQl
yR0FVq39Q60esb3mpHDYIXsC5nZoAwEIB4h4BBgWCAAgFiEEpgCdaMMfi2Cpc3LO
QMzmii7V0aMFAmsCmWMCGwwACgkQQMzmii7V0aPtIwEAhYuwK8ocuMKOZuUnGfFe
JQGwmlKb8/5LW9ZYnVQSyQ4BANeO/O09beaFxBgkbzgVS3GdunDKSrH0R21d7GCz
crYM
=NNWf
-----END PGP PUBLIC KEY BLOCK-----`

export const gpgFingerprint = 'A6009D68C31F8B60A97372CE40CCE68A2ED5D1A3'

/** Keys of other people, one each. */
export const otherGpgKeys = [
  `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawKbCBYJKwYBBAHaRw8BAQdA/PLR1j3rdLWCkji9gAdfwOT7ecvRLZywXiQM
4i1xHrW0FXJvb3QgPHJvb3RAd2VmdC50ZXN0PoiQBBMWCAA4FiEEjx9BvIRZ9R9c
ezEgQC/Cfms/tmkFAmsCmwgCGwMFCwkIBwIGFQoJCAsCBBYCAwECHgECF4AACgkQ
QC/Cfms/tmk1YAEAlK3gJKN0Qilktvegut/bfR9CCFsS5Hc5anBhGJdtvw8A/29g
7CI8rMcdIbHkPVH5PHoZTxCHo+sVX09yMdtvxFIO
=w8jj
-----END PGP PUBLIC KEY BLOCK-----`,
  `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawKbCBYJKwYBBAHaRw8BAQdA8oJS+lzvZrSGoAwJhWmuqe1+bL+bCJoG0wtz
+iv8vLK0F3RoaXJkIDx0aGlyZEB3ZWZ0LnRlc3Q+iJAEExYIADgWIQQQcwjYfqFd
BakFSmyfVcNUuFmcXgUCawKbCAIbAwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAK
CRCfVcNUuFmcXoL8AQDl57ADD4mhgqCkcRNeu8Tyo/vLD1nU0oDZfLmK4U08rQD9
Fl5c/5DvJRPe4Vf9TYbUFCT1Ltmkrlv5l+DWDiOKeQQ=
=zjVc
-----END PGP PUBLIC KEY BLOCK-----`,
] as const
