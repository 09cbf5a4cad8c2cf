package dev.gyre.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** How Maven compiles the main code, read from the parent pom: whoever loosens a rule there changes what is tested. */
final class CompilerSettings {
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final String PLUGIN = "plugin[artifactId='maven-compiler-plugin']";
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([\\w.-]+)}");

    private final Document pom;

    private CompilerSettings(Document pom) {
        this.pom = pom;
    }

    static CompilerSettings read() throws Exception {
        Path file = ROOT.resolve("pom.xml");
        return new CompilerSettings(
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
    }

    /** The arguments for main code, those of the profile that is active by default included. */
    List<String> arguments() throws Exception {
        var arguments = new ArrayList<String>();
        arguments.addAll(
                texts("/project/build/pluginManagement/plugins/" + PLUGIN + "/configuration/compilerArgs/arg"));
        String checked = "/project/profiles/profile[activation/property/name='!skipChecks']";
        String plugin = checked + "/build/pluginManagement/plugins/" + PLUGIN;
        arguments.addAll(texts(plugin + "/configuration/compilerArgs/arg"));
        arguments.addAll(texts(plugin + "/executions/execution[id='default-compile']/configuration/compilerArgs/arg"));
        return arguments;
    }

    /** The artifacts whose plugins the compiler loads. */
    List<String> plugins() throws Exception {
        return texts("//profile/build/pluginManagement/plugins/" + PLUGIN
                + "/configuration/annotationProcessorPaths/path/artifactId");
    }

    List<String> modules() throws Exception {
        return texts("/project/modules/module");
    }

    /** What the JVM of the compiler is started with. */
    static List<String> jvmOptions() throws Exception {
        return Files.readAllLines(ROOT.resolve(".mvn/jvm.config"));
    }

    private List<String> texts(String path) throws Exception {
        var nodes = (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
        var texts = new ArrayList<String>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(filled(nodes.item(i).getTextContent().strip()));
        }
        return texts;
    }

    /** Maven replaces a property by its value; only those of the pom itself occur. */
    private String filled(String text) throws Exception {
        Matcher property = PROPERTY.matcher(text);
        var filled = new StringBuilder();
        while (property.find()) {
            String name = property.group(1);
            List<String> values = texts("//properties/*[name()='" + name + "']");
            if (values.size() != 1) {
                throw new IllegalStateException("the pom defines ${" + name + "} " + values.size() + " times");
            }
            property.appendReplacement(filled, Matcher.quoteReplacement(values.getFirst()));
        }
        return property.appendTail(filled).toString();
    }
}
