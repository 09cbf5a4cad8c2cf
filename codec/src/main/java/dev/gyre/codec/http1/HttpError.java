package dev.gyre.codec.http1;

/** Why a message was refused: Node's code ({@code HPE_…}) and reason. */
public record HttpError(String code, String reason) {
    static HttpError of(String code, String reason) {
        return new HttpError("HPE_" + code, reason);
    }
}
