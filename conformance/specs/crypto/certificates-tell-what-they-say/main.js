'use strict';
const { X509Certificate, createPublicKey } = require('crypto');
const pem = `-----BEGIN CERTIFICATE-----
MIIChTCCAiqgAwIBAgIUSsrkt0ghOFmo7GxEiJQIEfN2jKcwCgYIKoZIzj0EAwIw
MjELMAkGA1UEBhMCREUxDTALBgNVBAoMBEd5cmUxFDASBgNVBAMMC2V4YW1wbGUu
b3JnMCAXDTI2MTExNTE1MzMxNVoYDzIxMjYxMDIyMTUzMzE1WjAyMQswCQYDVQQG
EwJERTENMAsGA1UECgwER3lyZTEUMBIGA1UEAwwLZXhhbXBsZS5vcmcwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASx0QtX9eHDNE9UNilnIq/Lnv+3W57l6z9+03ON
m4C9CD28ak4YASDDr/JjhvrizlOv6XC1JUCFPF5GA6Kxrx1Mo4IBGjCCARYwHQYD
VR0OBBYEFCsPAtx3wSKtKgYB9mQOKPin38ceMB8GA1UdIwQYMBaAFCsPAtx3wSKt
KgYB9mQOKPin38ceMA8GA1UdEwEB/wQFMAMBAf8wbgYDVR0RBGcwZYINKi5leGFt
cGxlLm9yZ4ILZXhhbXBsZS5vcmeHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAGBDm1l
QGV4YW1wbGUub3JnhhRodHRwOi8vZXhhbXBsZS5vcmcvYaAJBgIqA6ADDAF4MB0G
A1UdJQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjA0BggrBgEFBQcBAQQoMCYwJAYI
KwYBBQUHMAGGGGh0dHA6Ly9vY3NwLmV4YW1wbGUub3JnLzAKBggqhkjOPQQDAgNJ
ADBGAiEA0wKykvb/EipCsFaR932G7UoHkiJrhHBJ+ZzsWLJK7KQCIQDW0k3isn0d
JGqRfhADyZzRe5DAt8RHVRsSH5B2NmeSPg==
-----END CERTIFICATE-----
`;
const certificate = new X509Certificate(pem);
console.log(certificate);
console.log(certificate.ca, certificate.publicKey.asymmetricKeyDetails, certificate.raw.length, certificate.toString() === pem);
console.log(certificate.checkHost('www.example.org'), certificate.checkHost('other.org'), certificate.checkIP('127.0.0.1'),
            certificate.checkIP('10.0.0.1'), certificate.checkEmail('me@example.org'));
console.log(certificate.verify(certificate.publicKey), certificate.checkIssued(certificate),
            createPublicKey(pem).equals(certificate.publicKey));
console.log(certificate.toLegacyObject());
for (const attempt of [() => new X509Certificate('nothing'), () => new X509Certificate(1), () => certificate.verify(1)]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
