package dev.gyre.dashboard;

import java.math.BigDecimal;

/** Writes Prometheus's text format: families, each with its help, type and samples together. */
final class MetricsText {
    private final StringBuilder text = new StringBuilder();
    private String head = "";
    private String name = "";

    /** Begins a family. Its help and type are written with its first sample: one without samples is left out. */
    void family(String familyName, String type, String help) {
        name = familyName;
        head = "# HELP " + name + " " + escaped(help, false) + "\n# TYPE " + name + " " + type + "\n";
    }

    /** @param labels names and values, in turn */
    void sample(String suffix, long value, String... labels) {
        write(suffix, Long.toString(value), labels);
    }

    /** @param labels names and values, in turn */
    void sample(String suffix, double value, String... labels) {
        write(suffix, number(value), labels);
    }

    private void write(String suffix, String value, String... labels) {
        text.append(head).append(name).append(suffix);
        head = "";
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            text.append(escaped(labels[i + 1], true)).append('"');
        }
        text.append(labels.length == 0 ? " " : "} ").append(value).append('\n');
    }

    static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        return BigDecimal.valueOf(value).toPlainString();
    }

    private static String escaped(String value, boolean isLabel) {
        String lines = value.replace("\\", "\\\\").replace("\n", "\\n");
        return isLabel ? lines.replace("\"", "\\\"") : lines;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
